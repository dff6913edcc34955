import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AlgorithmsApi;
import org.openapitools.client.api.UsersApi;
import org.openapitools.client.model.AlgorithmWithSource;
import org.openapitools.client.model.CreateAlgoRequest;
import org.openapitools.client.model.LoggedIn;
import org.openapitools.client.model.LoginRequest;

/** Arguments: the address of the service, e-mail address, password. */
public class Program {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    LoggedIn session = new UsersApi(client).login(new LoginRequest().email(args[1]).password(args[2])).getData();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + session.getToken()));
    long owner = session.getUtilisateur().getId();
    AlgorithmsApi algos = new AlgorithmsApi(client);
    for (Object source : List.of(Map.of("steps", List.of("divide")), List.of(2, 3, 5))) {
      CreateAlgoRequest body = new CreateAlgoRequest().nom("Euclid").ownerId(owner).sourceCode(source);
      AlgorithmWithSource read = algos.getAlgo(algos.createAlgo(body).getData().getId(), null).getData();
      String json = new ObjectMapper().writeValueAsString(read.getSourceCode());
      System.out.println(read.getNom() + " " + read.getDateCreation() + " " + read.getDossierId() + " " + json);
    }
    System.out.println(algos.listAlgos(owner, null, null).getData().size());
    try {
      algos.getAlgo(9007199254740991L, null);
    } catch (ApiException refused) {
      System.out.println(refused.getCode());
    }
  }
}
